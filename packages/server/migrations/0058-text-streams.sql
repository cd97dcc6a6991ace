-- What comes next from a cursor over texts, as one text of about the size that is asked for; empty at its end. Reading
-- many rows as one value is what keeps a long stream cheap for the process that passes it on.
create function gate.next_text(stream refcursor, size integer)
returns text language plpgsql volatile as $$
declare
  piece text;
  pieces text[] := '{}';
  gathered integer := 0;
begin
  while gathered < size loop
    fetch next from stream into piece;
    exit when not found;
    pieces := pg_catalog.array_append(pieces, piece);
    gathered := gathered operator(pg_catalog.+) pg_catalog.length(piece);
  end loop;
  return pg_catalog.array_to_string(pieces, '');
end
$$;
grant execute on function gate.next_text to cfs_app;
