create table wallets (
  id uuid primary key,
  available bigint not null
);
