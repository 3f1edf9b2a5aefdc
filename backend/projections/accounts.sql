create table accounts (
  id uuid primary key,
  role text not null,
  banned boolean not null,
  "banReason" text,
  "adminPlan" jsonb,
  "preorderPlan" jsonb,
  "subscriptionPlan" jsonb,
  "complimentaryAccessThrough" text,
  "loreloomKickstarterTier" text,
  "minisKickstarterTier" text,
  "emailVerified" boolean not null,
  onboarded boolean not null,
  "marketingOptIn" boolean,
  "allowNSFW" boolean not null,
  "initialTrackingData" jsonb,
  "registeredAt" timestamptz not null,
  "revealedLink" jsonb
);
