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
  "firstCopyId" uuid,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null,
  "updatedBy" text not null,
  "deletedAt" timestamptz,
  "deletedBy" text,
  "operationId" uuid
);
create index on conjurations ("campaignId", "collectionId", "updatedAt" desc, id) where "deletedAt" is null;
create index on conjurations ("userId") where "deletedAt" is null;
create index on conjurations ("campaignId", "deletedAt") where "deletedAt" is not null;
create index on conjurations ("operationId") where "operationId" is not null;
create index on conjurations using gin (tags jsonb_path_ops);
