create table support_requests (
  id uuid primary key,
  "userId" uuid not null,
  type text not null,
  description text not null,
  diagnostics jsonb not null,
  "isPriority" boolean not null,
  status text not null,
  "assigneeId" uuid,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null
);
create index on support_requests ("userId", "createdAt" desc);
create index on support_requests (status, "isPriority" desc, "createdAt");
