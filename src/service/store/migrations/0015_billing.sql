CREATE TABLE "billing_profiles" (
	"account_id" text PRIMARY KEY NOT NULL,
	"legal_name" text NOT NULL,
	"address" text NOT NULL,
	"state" text NOT NULL,
	"gstin" text,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "billing_profiles_state" CHECK (state ~ '^[0-9]{2}$'),
	CONSTRAINT "billing_profiles_gstin" CHECK (left(gstin, 2) = state)
);
--> statement-breakpoint
CREATE TABLE "invoice_series" (
	"series" text NOT NULL,
	"year" text NOT NULL,
	"next" integer NOT NULL,
	CONSTRAINT "invoice_series_series_year_pk" PRIMARY KEY("series","year"),
	CONSTRAINT "invoice_series_next" CHECK (next >= 1)
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"number" text PRIMARY KEY NOT NULL,
	"series" text NOT NULL,
	"year" text NOT NULL,
	"place" integer NOT NULL,
	"kind" text NOT NULL,
	"account_id" text NOT NULL,
	"payment_id" text NOT NULL,
	"refund_id" uuid,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"total_paise" bigint NOT NULL,
	"taxable_paise" bigint NOT NULL,
	"cgst_paise" bigint NOT NULL,
	"sgst_paise" bigint NOT NULL,
	"igst_paise" bigint NOT NULL,
	"content" json NOT NULL,
	CONSTRAINT "invoices_refund" UNIQUE("refund_id"),
	CONSTRAINT "invoices_kind" CHECK (kind IN ('invoice', 'credit_note')),
	CONSTRAINT "invoices_refunded" CHECK ((kind = 'credit_note') = (refund_id IS NOT NULL)),
	CONSTRAINT "invoices_number" CHECK (place >= 1 AND number = series || '/' || year || '/' || lpad(place::text, 7, '0')),
	CONSTRAINT "invoices_sum" CHECK (taxable_paise + cgst_paise + sgst_paise + igst_paise = total_paise),
	CONSTRAINT "invoices_tax" CHECK (least(taxable_paise, cgst_paise, igst_paise) >= 0 AND cgst_paise = sgst_paise AND (cgst_paise = 0 OR igst_paise = 0))
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"order_id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"kind" text NOT NULL,
	"credits" integer NOT NULL,
	"paise" bigint NOT NULL,
	"provider" text NOT NULL,
	"provider_id" text,
	"state" text NOT NULL,
	"held_reason" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "orders_provider" UNIQUE("provider","provider_id"),
	CONSTRAINT "orders_kind" CHECK (kind IN ('pack', 'month')),
	CONSTRAINT "orders_state" CHECK (state IN ('open', 'paid', 'expired', 'held')),
	CONSTRAINT "orders_paise" CHECK (paise > 0),
	CONSTRAINT "orders_credits" CHECK (CASE kind WHEN 'pack' THEN credits >= 10 ELSE credits = 0 END),
	CONSTRAINT "orders_held" CHECK ((state = 'held') = (held_reason IS NOT NULL))
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"payment_id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"paise" bigint NOT NULL,
	"paid_at" timestamp (3) with time zone NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payments_order" UNIQUE("order_id"),
	CONSTRAINT "payments_paise" CHECK (paise > 0)
);
--> statement-breakpoint
CREATE TABLE "provider_events" (
	"provider" text NOT NULL,
	"event_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "provider_events_provider_event_id_pk" PRIMARY KEY("provider","event_id")
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"refund_id" uuid PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"payment_id" text NOT NULL,
	"credits" integer NOT NULL,
	"paise" bigint NOT NULL,
	"state" text NOT NULL,
	"provider_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "refunds_provider" UNIQUE("provider_id"),
	CONSTRAINT "refunds_state" CHECK (state IN ('requested', 'done', 'failed')),
	CONSTRAINT "refunds_amounts" CHECK (credits > 0 AND paise > 0)
);
--> statement-breakpoint
ALTER TABLE "credit_ledger" DROP CONSTRAINT "credit_ledger_sign";--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "paid_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "credit_ledger" ADD COLUMN "payment_id" text;--> statement-breakpoint
ALTER TABLE "credit_ledger" ADD COLUMN "refund_id" uuid;--> statement-breakpoint
ALTER TABLE "billing_profiles" ADD CONSTRAINT "billing_profiles_account_id_accounts_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_account_id_accounts_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_payment_id_payments_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("payment_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_refund_id_refunds_refund_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("refund_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_account_id_accounts_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_account_id_accounts_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("payment_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_place" ON "invoices" USING btree ("series","year","place");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_payment" ON "invoices" USING btree ("payment_id") WHERE kind = 'invoice';--> statement-breakpoint
CREATE INDEX "invoices_account" ON "invoices" USING btree ("account_id","issued_at");--> statement-breakpoint
CREATE INDEX "orders_account" ON "orders" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "orders_open" ON "orders" USING btree ("created_at") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "refunds_payment" ON "refunds" USING btree ("payment_id");--> statement-breakpoint
ALTER TABLE "credit_ledger" ADD CONSTRAINT "credit_ledger_payment_id_payments_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("payment_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_ledger" ADD CONSTRAINT "credit_ledger_refund_id_refunds_refund_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("refund_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "credit_ledger_bought" ON "credit_ledger" USING btree ("payment_id") WHERE credits > 0;--> statement-breakpoint
CREATE UNIQUE INDEX "credit_ledger_given_back" ON "credit_ledger" USING btree ("refund_id") WHERE credits < 0;--> statement-breakpoint
CREATE UNIQUE INDEX "credit_ledger_returned" ON "credit_ledger" USING btree ("refund_id") WHERE credits > 0;--> statement-breakpoint
ALTER TABLE "credit_ledger" ADD CONSTRAINT "credit_ledger_sign" CHECK (credits > 0 OR (credits < 0 AND num_nonnulls(document_id, refund_id) = 1));--> statement-breakpoint
CREATE TRIGGER payments_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON payments
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change('payments are added, never changed');
--> statement-breakpoint
CREATE TRIGGER invoices_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON invoices
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change('invoices are added, never changed');
