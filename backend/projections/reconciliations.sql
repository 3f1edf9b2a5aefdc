create table reconciliations (
  id uuid primary key,
  cause text not null,
  status text not null,
  "beganAt" timestamptz not null,
  "endedAt" timestamptz,
  looked integer not null
);
create index on reconciliations ("beganAt" desc, id);
