-- Tools' own drawings of their proposals: HTML documents, each named by the SHA-256 of its text.
create table tool_widget (
  workspace_id text not null references workspace (id) on delete cascade,
  sha256 text not null,
  html text not null,
  primary key (workspace_id, sha256)
);

-- Canonical JSON: the widget's hash, which is part of the tool's definition hash, and the height of its frame.
alter table tool add column widget text;
