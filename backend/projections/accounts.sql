create table accounts (
  id uuid primary key,
  role text not null,
  banned boolean not null,
  "banReason" text,
  "paidPlan" text not null,
  "subscriptionPaidThrough" timestamptz,
  "complimentaryAccessThrough" timestamptz,
  "loreloomKickstarterTier" text,
  "minisKickstarterTier" text,
  "registeredAt" timestamptz not null
);
