import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardActionArea from '@mui/material/CardActionArea';
import { shippedViews } from '@cfs/contracts/shipped-views';
import { Link } from '@tanstack/react-router';
import { shippedViewQuery } from '../../lib/lists/saved-views.ts';
import { useScreenAddress } from '../../lib/tenant/use-tenant.ts';
import { useShippedViewCounts } from '../work-units/list/shipped-view-counts.ts';

/** The shipped views with the person's counts, as in the menu. */
export const Mine = () => {
  const screen = useScreenAddress();
  const counts = useShippedViewCounts();
  return (
    <Box
      component="nav"
      aria-label="My work"
      sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(148px, 1fr))', gap: 3 }}
    >
      {shippedViews.map((view) => (
        <Card key={view.key}>
          <CardActionArea
            component={Link}
            to={screen(`/workunitsv2?${shippedViewQuery(view)}`)}
            sx={{ px: 4, py: 2, display: 'flex', justifyContent: 'space-between', gap: 2, fontSize: 14 }}
          >
            <span>{view.name}</span>
            <Box component="strong" sx={{ fontVariantNumeric: 'tabular-nums' }}>
              {counts.get(view.key) ?? '–'}
            </Box>
          </CardActionArea>
        </Card>
      ))}
    </Box>
  );
};
