create table payment_returns (
  id text primary key,
  "userId" uuid not null,
  "paymentId" text not null,
  kind text not null,
  amount integer not null,
  status text not null,
  at timestamptz not null,
  "respondBy" timestamptz,
  reason text,
  "closedAt" timestamptz
);
create index on payment_returns ("paymentId");
create index on payment_returns (at desc, id);
