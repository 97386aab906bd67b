-- Addresses and networks from which a key is accepted; null: from anywhere.
alter table api_key
  add column allowed_addresses text[],
  -- When the present key replaced the former one.
  add column rotated_at timestamptz,
  -- The key that it replaced, which is accepted until then, too.
  add column former_hash text unique,
  add column former_prefix text,
  add column former_until timestamptz,
  add column former_used_at timestamptz,
  -- When and from where a request with the key came last that its addresses do not allow.
  add column refused_at timestamptz,
  add column refused_from text,
  add constraint api_key_addresses_check check (allowed_addresses is null or cardinality(allowed_addresses) > 0),
  add constraint api_key_former_check check (
    (former_hash is null) = (rotated_at is null) and (former_hash is null) = (former_prefix is null)
    and (former_hash is null) = (former_until is null) and (former_hash is null or kind in ('agent', 'worker'))
    and former_hash <> token_hash
  );
