CREATE TABLE "billing_notices" (
	"account_id" text NOT NULL,
	"about" text NOT NULL,
	"of" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "billing_notices_account_id_about_of_pk" PRIMARY KEY("account_id","about","of"),
	CONSTRAINT "billing_notices_about" CHECK (about IN ('ending', 'ended', 'charge-failed', 'low-credits'))
);
--> statement-breakpoint
CREATE TABLE "mandates" (
	"mandate_id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"paise" bigint NOT NULL,
	"provider" text NOT NULL,
	"provider_id" text,
	"state" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mandates_provider" UNIQUE("provider","provider_id"),
	CONSTRAINT "mandates_state" CHECK (state IN ('open', 'active', 'failing', 'over')),
	CONSTRAINT "mandates_paise" CHECK (paise > 0)
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "renewal" text;--> statement-breakpoint
ALTER TABLE "billing_profiles" ADD COLUMN "email" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "mandate_id" text;--> statement-breakpoint
ALTER TABLE "billing_notices" ADD CONSTRAINT "billing_notices_account_id_accounts_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mandates" ADD CONSTRAINT "mandates_account_id_accounts_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "mandates_live" ON "mandates" USING btree ("account_id") WHERE state <> 'over';--> statement-breakpoint
CREATE INDEX "mandates_due" ON "mandates" USING btree ("due_at") WHERE state <> 'over';--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_mandate_id_mandates_mandate_id_fk" FOREIGN KEY ("mandate_id") REFERENCES "public"."mandates"("mandate_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "credit_ledger_top_up" ON "credit_ledger" USING btree ("account_id","seq") WHERE credits > 0;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_renewal" CHECK (renewal IN ('mandate', 'cancelled'));