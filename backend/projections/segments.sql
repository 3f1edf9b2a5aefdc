create table segments (
  id uuid primary key,
  "conjurationId" uuid not null,
  "campaignId" uuid,
  type text not null,
  title text not null,
  "sortOrder" double precision not null,
  "isForDms" boolean not null,
  "createdAt" timestamptz not null,
  "createdBy" text not null,
  "deletedAt" timestamptz,
  "deletedBy" text,
  "operationId" uuid
);
create index on segments ("conjurationId");
create index on segments ("campaignId", "deletedAt") where "deletedAt" is not null;
create index on segments using gin (public.lexemes(title));
