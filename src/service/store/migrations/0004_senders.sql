ALTER TABLE "accounts" ADD COLUMN "reply_to" text;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "message" text;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "help_url" text;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "privacy_url" text;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "terms_url" text;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "link_days" integer DEFAULT 30 NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "withdrawn_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "withdrawal_reason" text;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "links_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "signers" ADD COLUMN "declined_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "signers" ADD COLUMN "decline_reason" text;--> statement-breakpoint
ALTER TABLE "signers" ADD COLUMN "link_generation" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_link_days" CHECK (link_days BETWEEN 1 AND 365);--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_withdrawn" CHECK ((withdrawn_at IS NULL) = (withdrawal_reason IS NULL)
        AND (withdrawn_at IS NULL OR status = 'SENT'));--> statement-breakpoint
ALTER TABLE "signers" ADD CONSTRAINT "signers_declined" CHECK (num_nulls(declined_at, signed_at) > 0);--> statement-breakpoint
ALTER TABLE "signers" ADD CONSTRAINT "signers_link_generation" CHECK (link_generation >= 0);