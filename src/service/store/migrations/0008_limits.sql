CREATE UNLOGGED TABLE "request_counts" (
	"minute" timestamp (3) with time zone NOT NULL,
	"key" "bytea" NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "request_counts_minute_key_pk" PRIMARY KEY("minute","key")
);
--> statement-breakpoint
CREATE TABLE "schema_floor" (
	"single" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"min_release" text NOT NULL,
	CONSTRAINT "schema_floor_single" CHECK (single)
);
--> statement-breakpoint
INSERT INTO schema_floor (min_release) VALUES ('0.1.0');
