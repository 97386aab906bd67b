-- Where agents call a tool with a list of inputs under this key, each an action of its own; `input_schema` is of one of them.
alter table tool add column batch_key text;
