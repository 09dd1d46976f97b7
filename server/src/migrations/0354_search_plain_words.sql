-- runs with: 0320
-- Makes anew the words by which posts and stalls are found.
delete from search_words;
insert into search_words
select distinct word collate "C" from (
  select string_to_table(search_text, ' ') as word from posts
  union all
  select string_to_table(plain_words(name), ' ') from warungs
) named where word <> '';
