import type { AreaMatrix } from '../../testing/matrix-example.ts';

/** The only answer that the form accepts. It also becomes the title of a unit created from the answers. */
const answer = 'From the matrix';

export const intakeMatrix: AreaMatrix = {
  area: 'intake',
  async seed(database, tenantId) {
    const form = { schema: { type: 'object', required: ['name'], properties: { name: { const: answer } } } };
    await database.asOwner('update cfs.tenants set intake_wizard_form_data = $2 where tenant_id = $1', [
      tenantId,
      JSON.stringify(form),
    ]);
    return { tenantId };
  },
  examples: [
    {
      route: 'PUT /v1/workunits',
      place: 'body',
      request: ({ tenantId }) => ({
        url: '/v1/workunits',
        body: {
          title: 'Intake',
          severityId: 'Sev3',
          workUnitTypeId: 3,
          tenantId,
          properties: JSON.stringify({ name: answer }),
        },
      }),
      allowed: 201,
      foreign: 404,
    },
  ],
};
