-- What search reads: accents and case do not count. `unaccent` may change with its rules, so it must be wrapped for columns.
create extension if not exists unaccent schema public;
create extension if not exists pg_trgm schema public;
create extension if not exists btree_gin schema public;

create or replace function public.plain(words text) returns text language sql immutable strict parallel safe
  return lower(public.unaccent('public.unaccent'::regdictionary, words));

-- Words as they are written, for their beginnings, and by their English stems.
create or replace function public.lexemes(words text) returns tsvector language sql immutable strict parallel safe
  return to_tsvector('simple'::regconfig, public.plain(words)) || to_tsvector('english'::regconfig, public.plain(words));

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
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null,
  "updatedBy" text not null,
  "deletedAt" timestamptz,
  "deletedBy" text,
  "operationId" uuid,
  -- Short enough to be ranked for every match.
  headline tsvector generated always as (
    setweight(public.lexemes(name), 'A') || setweight(public.lexemes(tags::text), 'B')) stored,
  words tsvector generated always as (
    public.lexemes(name) || public.lexemes(tags::text) || public.lexemes(description)) stored,
  -- For typing mistakes.
  typed text generated always as (public.plain(name || ' ' || (tags::text))) stored
);
create index on conjurations ("campaignId", "collectionId", "updatedAt" desc, id) where "deletedAt" is null;
create index on conjurations ("userId") where "deletedAt" is null;
create index on conjurations ("campaignId", "deletedAt") where "deletedAt" is not null;
create index on conjurations ("operationId") where "operationId" is not null;
create index on conjurations ("collectionId") where "collectionId" is not null;
create index on conjurations ("copyOf") where "copyOf" is not null;
create index on conjurations using gin (tags jsonb_path_ops);
create index on conjurations using gin ("campaignId", words) where "deletedAt" is null;
create index on conjurations using gin ("campaignId", headline) where "deletedAt" is null;
create index on conjurations ("campaignId", "updatedAt" desc, id) where "deletedAt" is null;
create index on conjurations using gin ("campaignId", typed gin_trgm_ops) where "deletedAt" is null;
