create table receipts (
  id uuid primary key,
  "userId" uuid not null,
  kind text not null,
  series text not null,
  year integer not null,
  number text not null,
  "paymentId" text not null,
  "refundId" text,
  corrects text,
  "issuedOn" timestamptz not null,
  what text not null,
  "from" text,
  through text,
  currency text not null,
  amount integer not null,
  tax integer not null,
  taxes jsonb not null,
  card jsonb,
  issuer jsonb not null,
  buyer jsonb not null
);
create index on receipts ("paymentId");
create index on receipts ("userId");
create index on receipts (year, series);
