create table invitations (
  id uuid primary key,
  "campaignId" uuid not null,
  "createdBy" uuid not null,
  "createdAt" timestamptz not null,
  "expiresAt" timestamptz,
  "revokedAt" timestamptz
);
create index on invitations ("campaignId");
