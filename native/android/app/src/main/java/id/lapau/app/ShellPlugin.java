package id.lapau.app;

import android.content.ContentResolver;
import android.content.Intent;
import android.net.Uri;
import android.webkit.MimeTypeMap;
import androidx.core.content.IntentCompat;
import com.getcapacitor.JSArray;
import com.getcapacitor.JSObject;
import com.getcapacitor.Logger;
import com.getcapacitor.Plugin;
import com.getcapacitor.PluginCall;
import com.getcapacitor.PluginMethod;
import com.getcapacitor.annotation.CapacitorPlugin;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.UUID;

/**
 * What the site cannot do by itself (web/src/lib/device/native.ts): it takes links of the site and photos that other apps hand over,
 * and says whether this build has push.
 */
@CapacitorPlugin(name = "Shell")
public class ShellPlugin extends Plugin {

    /** Bounds what another app can make us copy; the form of a dish takes fewer. */
    private static final int MAX_PHOTOS = 20;

    private static final long MAX_PHOTO_BYTES = 30_000_000;
    private static final long KEPT_FOR_MS = 24 * 60 * 60_000;

    /** Without google-services.json a call of Firebase would end the app. */
    @PluginMethod
    public void getFeatures(PluginCall call) {
        int firebase = getContext().getResources().getIdentifier("google_app_id", "string", getContext().getPackageName());
        JSObject features = new JSObject();
        features.put("push", firebase != 0);
        call.resolve(features);
    }

    @Override
    protected void handleOnNewIntent(Intent intent) {
        super.handleOnNewIntent(intent);
        // Reopened from the list of recent apps: its link or photos have been taken before.
        if ((intent.getFlags() & Intent.FLAG_ACTIVITY_LAUNCHED_FROM_HISTORY) != 0) return;
        String action = intent.getAction();
        if (Intent.ACTION_VIEW.equals(action)) {
            openLink(intent.getData());
        } else if (Intent.ACTION_SEND.equals(action)) {
            Uri photo = IntentCompat.getParcelableExtra(intent, Intent.EXTRA_STREAM, Uri.class);
            if (photo != null) takePhotos(List.of(photo));
        } else if (Intent.ACTION_SEND_MULTIPLE.equals(action)) {
            List<Uri> photos = IntentCompat.getParcelableArrayListExtra(intent, Intent.EXTRA_STREAM, Uri.class);
            if (photos != null) takePhotos(photos);
        } else {
            return;
        }
        // Android hands the same intent over again when it makes the activity anew.
        intent.setAction(Intent.ACTION_MAIN);
    }

    /** As a browser opens a link: the page is loaded, and what was typed in the last one is a draft on the device. */
    private void openLink(Uri link) {
        Uri site = Uri.parse(bridge.getServerUrl());
        if (link == null || !"https".equals(link.getScheme()) || !site.getAuthority().equals(link.getAuthority())) return;
        bridge.executeOnMainThread(() -> bridge.getWebView().loadUrl(link.toString()));
    }

    /** Copies the photos, as the right to read them ends with this intent, and tells the site once it listens. */
    private void takePhotos(List<Uri> photos) {
        execute(() -> {
            File folder = new File(getContext().getCacheDir(), "shared");
            if (!folder.isDirectory() && !folder.mkdirs()) return;
            removeOld(folder);
            JSArray files = new JSArray();
            for (Uri photo : photos.subList(0, Math.min(photos.size(), MAX_PHOTOS))) {
                File file = copy(photo, folder);
                if (file != null) files.put(file.getPath());
            }
            JSObject event = new JSObject();
            event.put("files", files);
            notifyListeners("photos", event, true);
        });
    }

    private void removeOld(File folder) {
        File[] files = folder.listFiles();
        if (files == null) return;
        for (File file : files) {
            if (file.lastModified() < System.currentTimeMillis() - KEPT_FOR_MS && !file.delete()) {
                Logger.warn("Shell", "An old shared photo could not be removed.");
            }
        }
    }

    /** @return null for what is no photo of another app: addresses of our own files would be read with our rights */
    private File copy(Uri photo, File folder) {
        String own = getContext().getPackageName();
        String authority = photo.getAuthority();
        if (!ContentResolver.SCHEME_CONTENT.equals(photo.getScheme()) || authority == null || authority.startsWith(own)) {
            return null;
        }
        ContentResolver resolver = getContext().getContentResolver();
        String type = resolver.getType(photo);
        if (type == null || !type.startsWith("image/")) return null;
        // WebViewLocalServer tells the type by the name's end.
        String extension = MimeTypeMap.getSingleton().getExtensionFromMimeType(type);
        File file = new File(folder, UUID.randomUUID() + (extension == null ? "" : "." + extension));
        try (InputStream input = resolver.openInputStream(photo); OutputStream output = new FileOutputStream(file)) {
            if (input != null && copyAll(input, output)) return file;
        } catch (IOException | SecurityException error) {
            Logger.error("Shell", "A shared photo could not be read.", error);
        }
        file.delete();
        return null;
    }

    /** @return false when there is more than a photo has */
    private static boolean copyAll(InputStream input, OutputStream output) throws IOException {
        byte[] part = new byte[64 * 1024];
        long copied = 0;
        for (int length = input.read(part); length != -1; length = input.read(part)) {
            copied += length;
            if (copied > MAX_PHOTO_BYTES) return false;
            output.write(part, 0, length);
        }
        return true;
    }
}
