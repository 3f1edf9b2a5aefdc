create table if not exists checkpoint (
  "one" boolean primary key default true check ("one"),
  position bigint not null,
  -- The last event that was taken, by which the log is known again: what is at that position of another is another, or nothing.
  "lastPosition" bigint,
  "lastId" uuid,
  "movedAt" timestamptz not null default now()
);
insert into checkpoint (position) values (0) on conflict do nothing;

create table if not exists projections (
  name text primary key,
  -- Hash of what made its rows; null until they are made from the beginning of the log.
  definition text,
  -- Log position of the event it could not take: its rows are true up to before that.
  "stoppedAt" bigint,
  error text
);

create table if not exists feed (
  position bigint not null,
  -- 0 is the event itself; others tell what it changed about who sees which item.
  seq smallint not null,
  id uuid not null,
  type text not null,
  stream text not null,
  revision bigint not null,
  at timestamptz not null,
  item text not null,
  data jsonb not null,
  metadata jsonb not null,
  channels text[] not null,
  -- Who listens to one of these is not told: nothing changed for them.
  "unless" text[] not null,
  users uuid[] not null,
  "correlationId" text not null,
  "causationId" text,
  -- Fields that name other things, with the channels that see those: null in lines of before this was known.
  refs jsonb,
  primary key (position, seq)
);
create index if not exists feed_channels on feed using gin (channels);
create index if not exists feed_users on feed using gin (users);
create index if not exists feed_id on feed (id);
create index if not exists feed_item on feed (item, position);
-- The events that begin a reader's history of an item, or of all items of a campaign.
create index if not exists feed_beginnings on feed (item, position) where type in ('ItemShown', 'MemberJoined');
-- Lore by the campaign that it was moved out of.
create index if not exists feed_moved_away on feed ((data->>'fromCampaignId'), at) where type = 'ConjurationMovedToCampaign' and seq = 0;
create index if not exists feed_correlation on feed ("correlationId");
create index if not exists feed_causation on feed ("causationId") where "causationId" is not null;

-- What of an event looks like an id: words of letters, digits, `-` and `_`, with a digit or a capital within a word (the provider's may have no
-- digit), as whole values; and what it was done by. By these everything that names an id is found. Simple enough to be inlined; the index is of
-- what they say: another rule is another name.
create or replace function public.ids_of_data(data jsonb) returns jsonb
  language sql immutable parallel safe
  return jsonb_path_query_array(data, 'strict $.** ? (@.type() == "string" && @ like_regex "^[0-9A-Za-z]+[_-][0-9A-Za-z_-]*([0-9]|[a-z][A-Z])[0-9A-Za-z_-]*$")');
create or replace function public.ids_in_metadata(metadata jsonb) returns text[]
  language sql immutable parallel safe
  return array[metadata->>'commandId', metadata->>'decisionId', metadata->>'operationId', metadata->>'requestId'];
create index if not exists feed_named on feed using gin (public.ids_of_data(data), public.ids_in_metadata(metadata)) where seq = 0;
drop index if exists feed_ids;

do $$ begin
  if not exists (select from pg_attribute where attrelid = 'feed'::regclass and attname = 'refs') then
    alter table feed add refs jsonb;
  end if;
end $$;

-- By each position, the latest moment of the log up to there: what happened by a time is found by it. Events are not in order of time.
create table if not exists moments (
  position bigint primary key,
  at timestamptz not null
);
create index if not exists moments_at on moments (at, position);
do $$ begin
  if not exists (select from moments) then
    insert into moments select position, latest from (
      select position, max(at) over (order by position) as latest, row_number() over (order by position desc) as back from feed where seq = 0) all_of_it
      where back % 500 = 1;
  end if;
end $$;

-- Installations from before the checkpoint knew its last event. Asked first: altering a table waits for everybody.
do $$ begin
  if not exists (select from pg_attribute where attrelid = 'checkpoint'::regclass and attname = 'lastId') then
    alter table checkpoint add "lastPosition" bigint, add "lastId" uuid;
    update checkpoint set ("lastPosition", "lastId") = (select position, id from feed where seq = 0 order by position desc limit 1);
  end if;
end $$;

-- Installations from before it was said when the checkpoint moved.
do $$ begin
  if not exists (select from pg_attribute where attrelid = 'checkpoint'::regclass and attname = 'movedAt') then
    alter table checkpoint add "movedAt" timestamptz not null default now();
  end if;
end $$;

-- Installations from before events of other programs were counted.
do $$ begin
  if not exists (select from pg_attribute where attrelid = 'checkpoint'::regclass and attname = 'foreignEvents') then
    alter table checkpoint add "foreignEvents" bigint not null default 0;
  end if;
end $$;

-- `channelsOf` of the domain, for tables whose rows say themselves who sees them. A test holds the two against each other.
create or replace function public.channels_of("ownerId" uuid, "campaignId" uuid, visibility text) returns text[]
  language sql immutable parallel safe
  return case
    when "campaignId" is null then array['user:' || "ownerId"]
    when visibility = 'PRIVATE' then array['campaign-user:' || "campaignId" || ':' || "ownerId"]
    else array['campaign-user:' || "campaignId" || ':' || "ownerId",
      case visibility when 'DM' then 'campaign-dm:' else 'campaign:' end || "campaignId"]
  end;

-- Search compares texts without accents and case. `unaccent` may change with its rules, so columns need this wrapper.
create extension if not exists unaccent schema public;
create extension if not exists pg_trgm schema public;
create extension if not exists btree_gin schema public;
create or replace function public.plain(words text) returns text language sql immutable strict parallel safe
  return lower(public.unaccent('public.unaccent'::regdictionary, words));
