-- runs with: 0320
-- The words of what posts and stalls are found by, made anew.
delete from search_words;
insert into search_words
select distinct word collate "C" from (
  select string_to_table(search_text, ' ') as word from posts
  union all
  select string_to_table(plain_words(name), ' ') from warungs
) named where word <> '';
