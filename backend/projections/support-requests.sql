create table support_requests (
  id uuid primary key,
  "userId" uuid,
  email text,
  type text not null,
  description text not null,
  diagnostics jsonb not null,
  "isPriority" boolean not null,
  status text not null,
  "assigneeId" uuid,
  screenshot jsonb,
  position text not null,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null
);
create index on support_requests ("userId", "createdAt" desc);
create index on support_requests (status, "isPriority" desc, "createdAt");
