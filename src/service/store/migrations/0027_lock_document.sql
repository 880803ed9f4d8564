-- The second statement sees what was committed while the first waited for the lock.
CREATE FUNCTION lock_document(id uuid)
RETURNS TABLE (document documents, signer signers, head_seq integer, head_hash text)
LANGUAGE plpgsql AS $$
BEGIN
	PERFORM FROM documents WHERE document_id = id AND removed_at IS NULL FOR UPDATE;
	IF NOT FOUND THEN RETURN; END IF;
	RETURN QUERY SELECT d, s, head.seq, head.hash FROM documents d
		LEFT JOIN signers s ON s.document_id = d.document_id
		LEFT JOIN LATERAL (SELECT a.seq, a.hash FROM audit_entries a
			WHERE a.document_id = d.document_id ORDER BY a.seq DESC LIMIT 1) head ON true
		WHERE d.document_id = id;
END;
$$;
