# Written by scripts/python-models.ts from the OpenAPI documents. Do not edit.

from typing import Any, Dict

EVENT_EXAMPLES: Dict[str, Dict[str, Any]] = {
    "signer.signed": {
        "event": "signer.signed",
        "documentId": "5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11",
        "status": "SENT",
        "occurredAt": "2026-11-20T12:31:07.204Z",
        "signer": {
            "signerId": "sgn_4q1m8v0d2k7x",
            "name": "Asha Rao",
            "email": "asha@example.in",
            "signingOrder": 1,
            "signedAt": "2026-11-20T12:31:07.204Z",
            "hasSigned": True
        },
        "signers": [
            {
                "signerId": "sgn_4q1m8v0d2k7x",
                "name": "Asha Rao",
                "email": "asha@example.in",
                "signingOrder": 1,
                "signedAt": "2026-11-20T12:31:07.204Z",
                "hasSigned": True
            },
            {
                "signerId": "sgn_9t3b6c5w1h0z",
                "name": "Ravi Kumar",
                "email": "ravi@example.in",
                "signingOrder": 2,
                "signedAt": None,
                "hasSigned": False
            }
        ]
    },
    "document.completed": {
        "event": "document.completed",
        "documentId": "5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11",
        "status": "COMPLETED",
        "occurredAt": "2026-11-20T13:02:44.871Z",
        "completedAt": "2026-11-20T13:02:44.871Z",
        "certificateUrl": "https://esign.example.com/api/v1/documents/5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11/certificate",
        "signers": [
            {
                "signerId": "sgn_4q1m8v0d2k7x",
                "name": "Asha Rao",
                "email": "asha@example.in",
                "signingOrder": 1,
                "signedAt": "2026-11-20T12:31:07.204Z",
                "hasSigned": True
            },
            {
                "signerId": "sgn_9t3b6c5w1h0z",
                "name": "Ravi Kumar",
                "email": "ravi@example.in",
                "signingOrder": 2,
                "signedAt": "2026-11-20T13:02:44.871Z",
                "hasSigned": True
            }
        ]
    },
    "signer.opened": {
        "event": "signer.opened",
        "documentId": "5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11",
        "status": "SENT",
        "occurredAt": "2026-11-20T12:58:03.120Z",
        "signer": {
            "signerId": "sgn_9t3b6c5w1h0z",
            "name": "Ravi Kumar",
            "email": "ravi@example.in",
            "signingOrder": 2,
            "signedAt": None,
            "hasSigned": False
        },
        "reason": None,
        "signers": [
            {
                "signerId": "sgn_4q1m8v0d2k7x",
                "name": "Asha Rao",
                "email": "asha@example.in",
                "signingOrder": 1,
                "signedAt": "2026-11-20T12:31:07.204Z",
                "hasSigned": True
            },
            {
                "signerId": "sgn_9t3b6c5w1h0z",
                "name": "Ravi Kumar",
                "email": "ravi@example.in",
                "signingOrder": 2,
                "signedAt": None,
                "hasSigned": False
            }
        ]
    },
    "signer.declined": {
        "event": "signer.declined",
        "documentId": "5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11",
        "status": "SENT",
        "occurredAt": "2026-11-20T12:58:03.120Z",
        "signer": {
            "signerId": "sgn_9t3b6c5w1h0z",
            "name": "Ravi Kumar",
            "email": "ravi@example.in",
            "signingOrder": 2,
            "signedAt": None,
            "hasSigned": False
        },
        "reason": "The rent is not what we agreed.",
        "signers": [
            {
                "signerId": "sgn_4q1m8v0d2k7x",
                "name": "Asha Rao",
                "email": "asha@example.in",
                "signingOrder": 1,
                "signedAt": "2026-11-20T12:31:07.204Z",
                "hasSigned": True
            },
            {
                "signerId": "sgn_9t3b6c5w1h0z",
                "name": "Ravi Kumar",
                "email": "ravi@example.in",
                "signingOrder": 2,
                "signedAt": None,
                "hasSigned": False
            }
        ]
    },
    "document.withdrawn": {
        "event": "document.withdrawn",
        "documentId": "5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11",
        "status": "SENT",
        "occurredAt": "2026-11-20T12:58:03.120Z",
        "signer": None,
        "reason": "The flat is let to someone else.",
        "signers": [
            {
                "signerId": "sgn_4q1m8v0d2k7x",
                "name": "Asha Rao",
                "email": "asha@example.in",
                "signingOrder": 1,
                "signedAt": "2026-11-20T12:31:07.204Z",
                "hasSigned": True
            },
            {
                "signerId": "sgn_9t3b6c5w1h0z",
                "name": "Ravi Kumar",
                "email": "ravi@example.in",
                "signingOrder": 2,
                "signedAt": None,
                "hasSigned": False
            }
        ]
    },
    "document.expired": {
        "event": "document.expired",
        "documentId": "5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11",
        "status": "SENT",
        "occurredAt": "2026-11-20T12:58:03.120Z",
        "signer": None,
        "reason": None,
        "signers": [
            {
                "signerId": "sgn_4q1m8v0d2k7x",
                "name": "Asha Rao",
                "email": "asha@example.in",
                "signingOrder": 1,
                "signedAt": "2026-11-20T12:31:07.204Z",
                "hasSigned": True
            },
            {
                "signerId": "sgn_9t3b6c5w1h0z",
                "name": "Ravi Kumar",
                "email": "ravi@example.in",
                "signingOrder": 2,
                "signedAt": None,
                "hasSigned": False
            }
        ]
    }
}
