create table credit_transactions (
  id uuid primary key,
  "userId" uuid not null,
  quantity integer not null,
  owed integer not null,
  status text not null,
  comment text not null,
  "createdAt" timestamptz not null
);
create index on credit_transactions ("userId", "createdAt" desc, id);
