ALTER TABLE "documents" ADD COLUMN "message" text;--> statement-breakpoint
DROP TRIGGER documents_searched ON documents;--> statement-breakpoint
CREATE TRIGGER documents_searched BEFORE INSERT OR UPDATE OF removed_at, external_id, name ON documents
	FOR EACH ROW EXECUTE FUNCTION search_document();
