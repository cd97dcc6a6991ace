-- The order of texts and their case-insensitive comparison.

-- The collation of text that people sort: language order, digits by their value.
create collation cfs.human (provider = icu, locale = 'und-u-kn-true');

-- The full case folding of Unicode: upper case, then lower case, so that ß equals ss and the final ς equals σ. The
-- dotless ı is kept apart, as Unicode does; ẞ has no upper case form. ASCII texts take a shorter path.
create function cfs.fold(text)
returns text language sql immutable parallel safe
return case when octet_length($1) = length($1) then lower($1 collate "C") collate "default"
  else translate(
    lower(upper(translate($1, 'ıẞ', U&'\+10FFFDß') collate cfs.human) collate cfs.human), U&'ς\+10FFFD', 'σı'
  ) collate "default" end;

-- Bounds in cfs.human of the texts whose folding is that of the argument, so that an index in that order finds them. No
-- form of a letter sorts before its folded form, except Greek letters with a subscript ι or with marks: the bounds are
-- those of the text before the first of them, and before the digits in front of it, because a part of a number sorts
-- by another value.
create function cfs.fold_from(text)
returns text language sql immutable parallel safe
return regexp_replace(cfs.fold($1) collate cfs.human, U&'[[:digit:]]*.?[ι\0300-\036F].*$', '') collate "default";

create function cfs.fold_to(text)
returns text language sql immutable parallel safe
return cfs.fold_from($1) || U&'\FFFF';

grant execute on function cfs.fold, cfs.fold_from, cfs.fold_to to cfs_app, cfs_ingest, cfs_access;
