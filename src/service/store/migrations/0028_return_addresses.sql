ALTER TABLE "accounts" ADD COLUMN "return_origins" text;--> statement-breakpoint
ALTER TABLE "signers" ADD COLUMN "return_url" text;