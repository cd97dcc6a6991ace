-- The span that recorded an event, as a W3C traceparent; null unless it is traced. The spans of its steps stand below it.
alter table cfs.work_events add column trace_parent text;
alter table cfs.work_steps add column trace_parent text;
