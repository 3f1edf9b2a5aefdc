create table checks (
  id uuid primary key,
  name text not null,
  cause text not null,
  status text not null,
  "beganAt" timestamptz not null,
  "endedAt" timestamptz,
  looked integer not null,
  found integer not null,
  findings jsonb not null
);
create index on checks (name, "beganAt" desc);
