import GlobalStyles from '@mui/material/GlobalStyles';

/** The CSS class of the dialog that is printed. */
export const printedDialog = 'report-dialog';

const within = (...selectors: readonly string[]): string =>
  selectors.map((selector) => `.${printedDialog} ${selector}`).join(', ');

/** Prints only the report: black on white in both themes, in the width of the paper, over several pages if needed. */
export const ReportPrintStyles = () => (
  <GlobalStyles
    styles={{
      '@page': { margin: '15mm' },
      '@media print': {
        [`body > :not(.${printedDialog})`]: { display: 'none !important' },
        ':root': { colorScheme: 'light !important' },
        'html, body': { height: 'auto !important', background: '#fff !important' },
        [`.${printedDialog}`]: { position: 'static !important' },
        [within('.MuiBackdrop-root', '.MuiDialogActions-root')]: { display: 'none' },
        [within('.MuiDialog-container')]: { display: 'block', height: 'auto' },
        [within('.MuiDialog-paper')]: {
          width: '100%',
          maxWidth: 'none',
          height: 'auto',
          maxHeight: 'none',
          margin: 0,
          border: 0,
          boxShadow: 'none',
        },
        [within('.MuiDialog-paper', '.MuiDialog-paper *')]: {
          color: '#000 !important',
          background: '#fff !important',
          borderColor: '#bbb !important',
        },
        [within('.MuiDialogTitle-root', '.MuiDialogContent-root')]: { padding: '0 0 12px' },
        [within('.MuiDialogContent-root', '.MuiTableContainer-root')]: { overflow: 'visible' },
        // Browsers repeat the head of a table on each page; a row is not split across pages.
        [within('tr')]: { breakInside: 'avoid' },
        [within('th', 'td')]: {
          padding: '4px 8px !important',
          whiteSpace: 'normal !important',
          overflowWrap: 'break-word',
        },
      },
    }}
  />
);
