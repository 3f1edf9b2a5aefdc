create table template_uses (
  id uuid primary key,
  "usageCount" int not null,
  "lastUsedAt" timestamptz not null
);
