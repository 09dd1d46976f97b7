-- The words in use, by which other features search.
create view all_search_words as
select word from search_words;

-- The release before calls it for names that have signs, which have none of them by now.
create function spaced(names text) returns text language sql immutable as $$
  select ' ' || translate(names, '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', repeat(' ', 32)) || ' '
$$;

-- The words of names that plain_words() has made, each once.
create function search_words_of(names text) returns setof text language sql immutable as $$
  select distinct word from string_to_table(names, ' ') word where word <> ''
$$;

-- In one order, so that two transactions that add the same words do not wait for each other.
create function add_search_words(names text) returns void language sql as $$
  insert into search_words
  select word collate "C" from search_words_of(names) word order by 1
  on conflict do nothing
$$;

create function posts_add_search_words() returns trigger language plpgsql as $$
begin
  perform add_search_words(new.search_text);
  return null;
end $$;
create trigger posts_search_words after insert on posts
  for each row execute function posts_add_search_words();
create trigger posts_search_words_changed after update of food_name, seller_name, user_id, is_admin_post on posts
  for each row when (old.search_text <> new.search_text) execute function posts_add_search_words();

create function warungs_add_search_words() returns trigger language plpgsql as $$
begin
  perform add_search_words(plain_words(new.name));
  return null;
end $$;
-- Named so that it runs after posts_follow_warung: posts are locked before words (ARCHITECTURE.md, Lock order).
create trigger search_words_of_warung after insert or update of name on warungs
  for each row execute function warungs_add_search_words();

-- Deletes the words that no post and no stall has any longer. A post that is being made with such a word is waited for: adding its
-- words has locked the table in a weaker mode.
create function delete_unused_search_words() returns void language plpgsql as $$
begin
  lock table search_words in share row exclusive mode;
  delete from search_words where word in (
    select word from search_words
    except select word from posts, search_words_of(search_text) word
    except select word from warungs, search_words_of(plain_words(name)) word
  );
end $$;
