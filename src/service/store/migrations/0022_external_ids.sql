DROP INDEX "documents_renewal";--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "external_id" text;--> statement-breakpoint
CREATE UNIQUE INDEX "documents_external_id" ON "documents" USING btree ("account_id","external_id") WHERE external_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "documents_renewal" ON "documents" USING btree ("renew_at") WHERE renew_at IS NOT NULL AND removed_at IS NULL;--> statement-breakpoint
DROP TRIGGER documents_searched ON documents;--> statement-breakpoint
DROP FUNCTION document_search(uuid, text);--> statement-breakpoint
CREATE FUNCTION document_search(id uuid, document_name text, external text) RETURNS text LANGUAGE sql STABLE AS $$
	SELECT searchable(concat_ws(E'\n', document_name, external, (
		SELECT string_agg(concat_ws(E'\n', name, email, regexp_replace(phone, '[^0-9]', '', 'g')), E'\n' ORDER BY signing_order)
			FROM signers WHERE document_id = id)))
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION search_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.search := CASE WHEN NEW.removed_at IS NULL THEN document_search(NEW.document_id, NEW.name, NEW.external_id) END;
	RETURN NEW;
END;
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION search_signers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE documents SET search = document_search(document_id, name, external_id)
		WHERE document_id IN (SELECT document_id FROM added) AND removed_at IS NULL;
	RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER documents_searched BEFORE INSERT OR UPDATE OF removed_at, external_id ON documents
	FOR EACH ROW EXECUTE FUNCTION search_document();
