-- A template may name an element; reviewers see its output over that element's fields first.
update content_type set
  fields = (fields::jsonb || '[{"name": "sampleElement", "kind": "relation", "title": "Sample element",
    "to": [{"kind": "object"}, {"kind": "asset"}, {"kind": "document"}, {"kind": "tag"}]}]'::jsonb)::text,
  revision = revision + 1, updated_at = now()
where kind = 'template' and not fields::jsonb @> '[{"name": "sampleElement"}]'::jsonb;
