create table relationships (
  id uuid primary key,
  "userId" uuid not null,
  "campaignId" uuid,
  "sourceId" uuid not null,
  "targetId" uuid not null,
  "reverseId" uuid,
  comment text not null,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null,
  "deletedAt" timestamptz,
  "deletedBy" text,
  "operationId" uuid
);
create index on relationships ("campaignId", "createdAt") where "deletedAt" is null;
create index on relationships ("sourceId");
create index on relationships ("targetId") where "deletedAt" is null;
create index on relationships ("campaignId", "deletedAt") where "deletedAt" is not null;
create index on relationships ("operationId") where "operationId" is not null;
