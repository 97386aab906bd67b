/*
 * The part of Linear's public GraphQL schema that the connector uses: published names, arguments and types, and only the
 * fields it queries. Results of a search are `IssueSearchResult` there, with the same fields.
 */
export const LINEAR_SCHEMA = /* GraphQL */ `
  scalar DateTime
  scalar TimelessDate

  type Query {
    viewer: User!
    teams(filter: TeamFilter, first: Int, after: String): TeamConnection!
    team(id: String!): Team!
    issue(id: String!): Issue!
    issues(filter: IssueFilter, first: Int, after: String, orderBy: PaginationOrderBy): IssueConnection!
    searchIssues(term: String!, filter: IssueFilter, first: Int, after: String): IssueSearchPayload!
    issueLabels(filter: IssueLabelFilter, first: Int, after: String): IssueLabelConnection!
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

  enum PaginationOrderBy {
    createdAt
    updatedAt
  }
  input TeamFilter {
    id: IDComparator
    key: StringComparator
    or: [TeamFilter!]
  }
  input NullableTeamFilter {
    id: IDComparator
    null: Boolean
  }
  input StringComparator {
    eq: String
    eqIgnoreCase: String
    in: [String!]
  }
  input IDComparator {
    eq: ID
    in: [ID!]
  }
  input DateComparator {
    gte: DateTimeOrDuration
  }
  scalar DateTimeOrDuration
  input WorkflowStateFilter {
    id: IDComparator
  }
  input NullableUserFilter {
    id: IDComparator
  }
  input NullableProjectFilter {
    id: IDComparator
  }
  input IssueLabelCollectionFilter {
    id: IDComparator
  }
  input IssueLabelFilter {
    team: NullableTeamFilter
    or: [IssueLabelFilter!]
  }
  input IssueFilter {
    team: TeamFilter
    state: WorkflowStateFilter
    assignee: NullableUserFilter
    project: NullableProjectFilter
    labels: IssueLabelCollectionFilter
    updatedAt: DateComparator
  }
  type PageInfo {
    hasNextPage: Boolean!
    endCursor: String
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
    states(first: Int, after: String): WorkflowStateConnection!
    members(first: Int, after: String): UserConnection!
    projects(first: Int, after: String): ProjectConnection!
  }
  type TeamConnection {
    nodes: [Team!]!
    pageInfo: PageInfo!
  }
  type WorkflowStateConnection {
    nodes: [WorkflowState!]!
    pageInfo: PageInfo!
  }
  type UserConnection {
    nodes: [User!]!
    pageInfo: PageInfo!
  }
  type ProjectConnection {
    nodes: [Project!]!
    pageInfo: PageInfo!
  }
  type IssueConnection {
    nodes: [Issue!]!
    pageInfo: PageInfo!
  }
  type IssueSearchPayload {
    nodes: [Issue!]!
    pageInfo: PageInfo!
    totalCount: Float!
  }
  type CommentConnection {
    nodes: [Comment!]!
    pageInfo: PageInfo!
  }
  type WorkflowState {
    id: ID!
    name: String!
    type: String!
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
    pageInfo: PageInfo!
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
    comments(first: Int, after: String): CommentConnection!
  }
  type Comment {
    id: ID!
    body: String!
    url: String!
    createdAt: DateTime!
    user: User
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
