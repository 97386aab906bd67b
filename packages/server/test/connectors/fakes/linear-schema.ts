/*
 * The part of Linear's public GraphQL schema that the connector uses: published names, arguments and types, and only the
 * fields it queries.
 */
export const LINEAR_SCHEMA = /* GraphQL */ `
  scalar DateTime
  scalar TimelessDate

  type Query {
    viewer: User!
    teams(filter: TeamFilter, first: Int): TeamConnection!
    issue(id: String!): Issue!
    comment(hash: String, id: String): Comment!
    workflowState(id: String!): WorkflowState!
    user(id: String!): User!
    project(id: String!): Project!
    issueLabel(id: String!): IssueLabel!
  }

  type Mutation {
    issueCreate(input: IssueCreateInput!): IssuePayload!
    issueUpdate(id: String!, input: IssueUpdateInput!): IssuePayload!
    commentCreate(input: CommentCreateInput!): CommentPayload!
  }

  input TeamFilter {
    key: StringComparator
  }
  input StringComparator {
    eq: String
    eqIgnoreCase: String
  }

  type Organization {
    id: ID!
    name: String!
  }
  type User {
    id: ID!
    name: String!
    organization: Organization!
  }
  type Team {
    id: ID!
    key: String!
    name: String!
  }
  type TeamConnection {
    nodes: [Team!]!
  }
  type WorkflowState {
    id: ID!
    name: String!
  }
  type Project {
    id: ID!
    name: String!
  }
  type IssueLabel {
    id: ID!
    name: String!
  }
  type IssueLabelConnection {
    nodes: [IssueLabel!]!
  }

  type Issue {
    id: ID!
    identifier: String!
    url: String!
    title: String!
    description: String
    priority: Float!
    estimate: Float
    dueDate: TimelessDate
    createdAt: DateTime!
    updatedAt: DateTime!
    team: Team!
    state: WorkflowState!
    assignee: User
    project: Project
    labels(first: Int): IssueLabelConnection!
  }
  type Comment {
    id: ID!
    body: String!
    url: String!
  }

  input IssueCreateInput {
    id: String
    teamId: String!
    title: String
    description: String
    priority: Int
    stateId: String
    assigneeId: String
    projectId: String
    labelIds: [String!]
    estimate: Int
    dueDate: TimelessDate
  }
  input IssueUpdateInput {
    title: String
    description: String
    priority: Int
    stateId: String
    assigneeId: String
    projectId: String
    labelIds: [String!]
    estimate: Int
    dueDate: TimelessDate
  }
  input CommentCreateInput {
    id: String
    issueId: String
    body: String
  }
  type IssuePayload {
    issue: Issue
    lastSyncId: Float!
    success: Boolean!
  }
  type CommentPayload {
    comment: Comment!
    lastSyncId: Float!
    success: Boolean!
  }
`;
