create table coupons (
  id uuid primary key,
  email text not null,
  plan text not null,
  through text,
  "issuedAt" timestamptz not null,
  "redeemedBy" uuid
);
create index on coupons (email);
