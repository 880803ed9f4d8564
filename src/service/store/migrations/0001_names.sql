ALTER TABLE "accounts" ADD COLUMN "names" text DEFAULT 'flag' NOT NULL;--> statement-breakpoint
ALTER TABLE "signers" ADD COLUMN "certified_name" text;--> statement-breakpoint
ALTER TABLE "signers" ADD COLUMN "identity" text;--> statement-breakpoint
ALTER TABLE "signature_attempts" ADD COLUMN "shown_name" text;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_names" CHECK (names IN ('strict', 'flag'));