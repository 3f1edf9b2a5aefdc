create table conversations (
  id uuid primary key,
  "userId" uuid not null,
  "campaignId" uuid not null,
  title text not null,
  "runningId" uuid,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null,
  "deletedAt" timestamptz,
  "operationId" uuid
);
create index on conversations ("userId", "campaignId", "updatedAt" desc, id) where "deletedAt" is null;
