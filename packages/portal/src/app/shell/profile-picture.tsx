import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import { pictureTypes } from '@cfs/contracts/profile-pictures';
import { useRef, useState, type ReactNode } from 'react';
import { ApiProblem } from '../../lib/api/api-problem.ts';
import { pictureError } from './check-picture.ts';
import { Portrait } from './portrait.tsx';
import { usePictureAddress, type ProfilePictureControl } from './use-profile-picture.ts';

interface ProfilePictureProps {
  readonly name: string;
  readonly picture: ProfilePictureControl;
  /** Next to the picture. */
  readonly children: ReactNode;
}

/** The profile picture with upload and removal; a selected file is previewed and uploaded by Save. */
export const ProfilePicture = ({ name, picture, children }: ProfilePictureProps) => {
  const [chosen, setChosen] = useState<File>();
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const preview = usePictureAddress(chosen);

  const choose = (file: File | undefined): void => {
    if (!file) return;
    const found = pictureError(file);
    setError(found);
    setChosen(found === undefined ? file : undefined);
  };
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      await work();
      setChosen(undefined);
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      setError(`The picture was not changed. ${error.detail}`);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 2, p: 4 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, width: 1 }}>
        <Portrait name={name} address={preview ?? picture.address} size={44} />
        <Box sx={{ minWidth: 0 }}>{children}</Box>
      </Box>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Picture"
        accept={pictureTypes.join(',')}
        onChange={({ target }) => {
          choose(target.files?.[0]);
          target.value = '';
        }}
      />
      {chosen ? (
        <>
          <Button
            size="small"
            variant="contained"
            disabled={isBusy}
            onClick={() => void attempt(() => picture.upload(chosen))}
          >
            Save
          </Button>
          <Button size="small" disabled={isBusy} onClick={() => setChosen(undefined)}>
            Cancel
          </Button>
        </>
      ) : (
        <>
          <Button size="small" disabled={isBusy} onClick={() => input.current?.click()}>
            {picture.isUploaded ? 'Change picture' : 'Upload picture'}
          </Button>
          {picture.isUploaded && (
            <Button size="small" disabled={isBusy} onClick={() => void attempt(picture.remove)}>
              Remove
            </Button>
          )}
        </>
      )}
      {error !== undefined && (
        <FormHelperText error role="alert" sx={{ width: 1, m: 0 }}>
          {error}
        </FormHelperText>
      )}
    </Box>
  );
};
