/** An intake form for new employees, in three steps. */
const newEmployee = {
  schema: {
    title: 'New employee',
    type: 'object',
    required: ['fullName', 'firstDay', 'manager', 'office', 'laptop'],
    properties: {
      fullName: { type: 'string', title: 'Full name', minLength: 2, maxLength: 100 },
      firstDay: { type: 'string', format: 'date', title: 'First day' },
      jobTitle: { type: 'string', title: 'Job title', maxLength: 100 },
      manager: { type: 'string', format: 'email', title: "Manager's email" },
      office: { title: 'Office', enum: ['Headquarters', 'North site', 'South site', 'At home'] },
      laptop: {
        type: 'string',
        title: 'Laptop',
        oneOf: [
          { const: 'light', title: 'Light, 13 inch' },
          { const: 'strong', title: 'Strong, 16 inch' },
          { const: 'none', title: 'None' },
        ],
      },
      phone: { type: 'boolean', title: 'Needs a mobile phone' },
      equipment: {
        type: 'array',
        title: 'Further equipment',
        uniqueItems: true,
        items: { enum: ['Docking station', 'Second monitor', 'Headset', 'Standing desk'] },
      },
      systems: {
        type: 'array',
        title: 'Access to systems',
        uniqueItems: true,
        items: { enum: ['Mail and calendar', 'Payroll', 'Customer records', 'Source code'] },
      },
      remarks: { type: 'string', title: 'Anything else', maxLength: 1_000 },
    },
    dependencies: {
      phone: {
        oneOf: [
          { properties: { phone: { enum: [false] } } },
          {
            properties: {
              phone: { enum: [true] },
              phoneNumber: { title: 'Phone number', enum: ['A new one', 'Their own'] },
            },
            required: ['phoneNumber'],
          },
        ],
      },
    },
  },
  uischema: {
    'ui:stepper': [
      {
        title: 'Person',
        description: 'Who begins, when and where.',
        fields: ['fullName', 'firstDay', 'jobTitle', 'manager', 'office'],
      },
      {
        title: 'Equipment',
        description: 'What is ready on the first day.',
        fields: ['laptop', 'phone', 'phoneNumber', 'equipment'],
      },
      { title: 'Access', description: 'What they work with.', fields: ['systems', 'remarks'] },
    ],
    laptop: { 'ui:widget': 'radio' },
    remarks: { 'ui:widget': 'textarea', 'ui:options': { rows: 4 } },
  },
} as const;

/** The intake form of a tenant, as it stores it. */
export const newEmployeeForm = JSON.stringify(newEmployee);
