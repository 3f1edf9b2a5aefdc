create table collections (
  id uuid primary key,
  "campaignId" uuid not null,
  "userId" uuid not null,
  name text not null,
  "parentCollectionId" uuid,
  visibility text not null,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null,
  "deletedAt" timestamptz,
  "deletedBy" text,
  "deletedWith" uuid,
  "operationId" uuid,
  -- Who sees it: so lists need not ask `access` row by row.
  channels text[] not null generated always as (public.channels_of("userId", "campaignId", visibility)) stored,
  -- The name without accents and case, for search.
  typed text not null generated always as (public.plain(name)) stored
);
create index on collections ("campaignId", "parentCollectionId", name) where "deletedAt" is null;
create index on collections ("campaignId", visibility);
create index on collections ("campaignId", "deletedAt") where "deletedAt" is not null;
create index on collections ("operationId") where "operationId" is not null;
create index on collections ("campaignId", "updatedAt" desc, id) where "deletedAt" is null;
create index on collections using gin ("campaignId", typed gin_trgm_ops) where "deletedAt" is null;
