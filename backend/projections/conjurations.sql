-- Words as they are written, for their beginnings, and by their English stems.
create or replace function public.lexemes(words text) returns tsvector language sql immutable strict parallel safe
  return to_tsvector('simple'::regconfig, public.plain(words)) || to_tsvector('english'::regconfig, public.plain(words));

-- What lore is counted by.
create or replace function public.counted_by("collectionId" uuid, tags jsonb, out kind text, out key text) returns setof record
  language sql immutable parallel safe
  as $$ select 'folder', coalesce("collectionId"::text, '') union all select 'tag', jsonb_array_elements_text(tags) $$;

create table conjurations (
  id uuid primary key,
  "userId" uuid not null,
  "campaignId" uuid,
  "collectionId" uuid,
  visibility text not null,
  name text not null,
  description text not null,
  tags jsonb not null,
  "copyOf" uuid,
  writers text not null,
  "isPinned" boolean not null,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null,
  "updatedBy" text not null,
  "deletedAt" timestamptz,
  "deletedBy" text,
  "operationId" uuid,
  -- Who sees it: so lists need not ask `access` row by row.
  channels text[] not null generated always as (public.channels_of("userId", "campaignId", visibility)) stored,
  -- Short enough to be ranked for every match.
  headline tsvector generated always as (
    setweight(public.lexemes(name), 'A') || setweight(public.lexemes(tags::text), 'B')) stored,
  words tsvector generated always as (
    public.lexemes(name) || public.lexemes(tags::text) || public.lexemes(description)) stored,
  -- For typing mistakes.
  typed text generated always as (public.plain(name || ' ' || (tags::text))) stored
);
create index on conjurations ("campaignId", "collectionId", "isPinned" desc, "updatedAt" desc, id) where "deletedAt" is null;
create index on conjurations ("userId") where "deletedAt" is null;
create index on conjurations ("campaignId", "deletedAt") where "deletedAt" is not null;
create index on conjurations ("operationId") where "operationId" is not null;
create index on conjurations ("collectionId") where "collectionId" is not null;
create index on conjurations ("copyOf") where "copyOf" is not null;
create index on conjurations using gin (tags jsonb_path_ops);
create index on conjurations using gin ("campaignId", words) where "deletedAt" is null;
create index on conjurations using gin ("campaignId", headline) where "deletedAt" is null;
create index on conjurations ("campaignId", "updatedAt" desc, id) where "deletedAt" is null;
create index on conjurations ("campaignId", "isPinned" desc, "updatedAt" desc, id) where "deletedAt" is null;
-- Finds exact names among thousands that contain a common word; a name may be too long to be a key itself.
create index on conjurations ("campaignId", md5(public.plain(name))) where "deletedAt" is null;
create index on conjurations using gin ("campaignId", typed gin_trgm_ops) where "deletedAt" is null;

-- How much lore there is in each folder and with each tag, by who sees it: counting it anew takes as long as there is lore.
create table conjuration_counts (
  "campaignId" uuid not null,
  -- folder or tag
  kind text not null,
  -- The folder's id, empty at the root; or the tag.
  key text not null,
  channels text[] not null,
  count bigint not null,
  primary key ("campaignId", kind, key, channels)
);

create or replace function public.count_new_conjurations() returns trigger language plpgsql as $$ begin
  insert into conjuration_counts
    select l."campaignId", k.kind, k.key, l.channels, count(*) from added l, public.counted_by(l."collectionId", l.tags) k
     where l."campaignId" is not null and l."deletedAt" is null group by 1, 2, 3, 4
    on conflict ("campaignId", kind, key, channels) do update set count = conjuration_counts.count + excluded.count;
  return null;
end $$;

create or replace function public.count_changed_conjurations() returns trigger language plpgsql as $$ begin
  insert into conjuration_counts
    select l."campaignId", k.kind, k.key, l.channels, sum(n)
      from (select -1 as n, b.* from before b union all select 1, a.* from after a) l,
           public.counted_by(l."collectionId", l.tags) k
     where l."campaignId" is not null and l."deletedAt" is null group by 1, 2, 3, 4 having sum(n) <> 0
    on conflict ("campaignId", kind, key, channels) do update set count = conjuration_counts.count + excluded.count;
  -- What is counted anew has no lines of nothing either.
  delete from conjuration_counts c using before b, public.counted_by(b."collectionId", b.tags) k
   where c.count = 0 and c."campaignId" = b."campaignId" and c.kind = k.kind and c.key = k.key and c.channels = b.channels;
  return null;
end $$;

-- Once a statement, so that a batch is counted as one. Lore is never taken out of the table: what is deleted lies in the Trash.
create trigger count_new after insert on conjurations referencing new table as added
  for each statement execute function public.count_new_conjurations();
create trigger count_changed after update on conjurations referencing old table as before new table as after
  for each statement execute function public.count_changed_conjurations();

-- After a rebuild, which does without them until all but the last events are in.
create or replace function public.recount_conjurations() returns void language sql as $$
  insert into conjuration_counts
    select l."campaignId", k.kind, k.key, l.channels, count(*) from conjurations l, public.counted_by(l."collectionId", l.tags) k
     where l."campaignId" is not null and l."deletedAt" is null group by 1, 2, 3, 4
$$;
