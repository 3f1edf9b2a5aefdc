create table templates (
  id uuid primary key,
  "userId" uuid not null,
  name text not null,
  description text not null,
  tags jsonb not null,
  visibility text not null,
  attributes jsonb not null,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null,
  "deletedAt" timestamptz,
  "operationId" uuid
);
create index on templates ("userId", "createdAt", id) where "deletedAt" is null;
create index on templates ("createdAt" desc) where "deletedAt" is null and visibility = 'PUBLIC';
