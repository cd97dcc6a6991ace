/** A configuration with every possible part, as an export writes it. */
export const fullConfiguration = `version: 1
actions:
  - name: Call the pager
    description: |-
      Two lines,
      with "quotes".
    type: ProtocolOrRuleAction
    parameters:
      - Who
      - Text
    url: https://pager.example.com/v1/{{Who}}
    headers: |-
      Authorization: Bearer {{secret:pager}}
      X-Source: cfs
    body: '{"text":"{{Text}}"}'
  - name: Close the door
    type: ProtocolAction
    method: PUT
    url: https://doors.example.com/close
categories:
  - name: Access
    type: ChangeRequest
    enabled: false
  - name: Network
    type: Incident
    visibleInResolutionCenter: true
    subcategories:
      - name: Old
        enabled: false
      - name: VPN
controlSets:
  - name: Baseline
    description: Ours
    controls:
      - name: B-1
        title: Backups are tried
        description: |-
          Restore one a month.
          Note the time.
      - name: B-2
        title: Doors are locked
customFields:
  - slot: 1
    name: Cost centre
    type: Textbox
  - slot: 7
    name: Site
    type: Dropdown
    options:
      - Oslo
      - Bergen
intakeForm:
  schema:
    type: object
    title: New laptop
    required:
      - reason
    properties:
      reason:
        type: string
        title: Reason
      count:
        type: integer
        minimum: 1
        title: How many
  uischema:
    type: Categorization
    elements:
      - type: Category
        label: What
        elements:
          - type: Control
            scope: "#/properties/reason"
          - type: Control
            scope: "#/properties/count"
protocols:
  - name: Major incident
    description: Everybody at once
    timer: 01:00:00
    actions:
      - event: OnNew
        action: Call the pager
        parameters:
          Text: "{{Title}}"
          Who: duty
        summary: Call the person on duty
        automatic: true
      - event: OnNew
        action:
          shared: Send Email
        parameters:
          Template: Simple
      - event: OnResolved
        action: Close the door
        repeatable: true
  - name: Nothing
subscriptions:
  - name: Production
  - name: Tests
rules:
  - name: CPU is high
    description: 90 % for three packets
    type: Ingestion
    subscription: Production
    matchLifetime: 1.00:00:00
    slidingExpiration: true
    time:
      timeZone: Europe/Oslo
      daysOfWeek:
        - Monday
        - Friday
      dailyFrom: 22:00:00
      dailyTo: 06:00:00
    conditions:
      - operand: Metrics
        field: CpuPercent
        operator: GreaterThan
        value: "90"
        occurrence:
          option: TimesInARow
          count: 3
      - join: Or
        operand: Entity Id
        operator: Equals
        block: Router
      - join: Or
        operand: Tenant
        operator: Equals
        tenant: this
      - operand: Subscription
        operator: NotEquals
        subscription: Tests
    group:
      by: Location
    actionLimitPerHour: 20
    matchActions:
      - action: Call the pager
        parameters:
          Text: "{{Label}} {{secret:pager}}"
          Who: duty
      - action:
          shared: Create Work Unit
        parameters:
          ProtocolId:
            protocol: Major incident
          SeverityId: "1"
          TenantId:
            tenant: this
    expirationActions:
      - action:
          shared: Set Color
        parameters:
          Color: Green
  - name: Chain
    type: Correlation
    conditions:
      - operand: Active Rule
        operator: Equals
        rule: CPU is high
      - operand: Active Rule
        operator: Equals
        rule: No packet
    correlation:
      reach: Device
      span: 00:15:00
      ordered: true
  - name: Night
    type: Maintenance
    enabled: false
    time:
      timeZone: UTC
      daysOfMonth:
        - 1
        - 15
    conditions:
      - operand: Active Rule
        operator: Equals
        rule: CPU is high
  - name: No packet
    type: History
    conditions:
      - operand: Time without Packet
        operator: GreaterThan
        value: 00:10:00
      - operand: Average
        field: Metrics.CpuPercent
        operator: LessThan
        value: "1"
        window:
          span: 01:00:00
          minimumSamples: 4
  - name: Severe units
    type: WorkUnit
    includeOwnWorkUnits: true
    conditions:
      - operand: Severity
        operator: Equals
        severity: Sev0
      - operand: Category
        operator: Equals
        category: Incident / Network
      - operand: Subcategory
        operator: Equals
        subcategory: Incident / Network / VPN
      - operand: State
        operator: NotEquals
        state: Closed
      - operand: Assigned To
        operator: IsEmpty
  - name: Share of failures
    type: Aggregation
    conditions:
      - operand: Share
        operator: GreaterThan
        value: "0.5"
    aggregation:
      bucket: 00:05:00
      groupBy: Tenant
      field: Value
      where:
        field: Value
        operator: Equals
        value: error
`;
