create table looks (
  id text primary key,
  "lookerId" uuid not null,
  "userId" uuid not null,
  at timestamptz not null
);
