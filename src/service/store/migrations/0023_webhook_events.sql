ALTER TABLE "webhook_endpoints" ADD COLUMN "extra_events" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "expired_since" timestamp (3) with time zone;