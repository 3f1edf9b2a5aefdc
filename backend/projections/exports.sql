create table exports (
  id uuid primary key,
  "userId" uuid not null,
  "accountId" uuid,
  format text not null,
  "from" timestamptz,
  through timestamptz not null,
  status text not null,
  done integer not null,
  total integer not null,
  bytes integer,
  sha256 text,
  signature text,
  "signedBy" text,
  "createdAt" timestamptz not null,
  "endedAt" timestamptz,
  "expiresAt" timestamptz
);
create index on exports ("userId", "createdAt" desc);
