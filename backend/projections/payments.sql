create table payments (
  id text primary key,
  "userId" uuid not null,
  kind text not null,
  "invoiceId" text,
  plan text,
  interval text,
  "from" text,
  through text,
  credits integer,
  amount integer not null,
  currency text not null,
  tax integer not null,
  brand text,
  last4 text,
  "paidAt" timestamptz not null
);
create index on payments ("userId", "paidAt" desc, id);
create index on payments ("paidAt" desc, id);
