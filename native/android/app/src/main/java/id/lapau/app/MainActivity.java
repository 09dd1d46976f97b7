package id.lapau.app;

import android.os.Bundle;
import android.webkit.WebView;
import androidx.activity.OnBackPressedCallback;
import com.getcapacitor.BridgeActivity;

/** Shows the site in Capacitor's WebView. */
public class MainActivity extends BridgeActivity {

    @Override
    protected void onCreate(Bundle savedInstanceState) {
        registerPlugin(ShellPlugin.class);
        super.onCreate(savedInstanceState);
        getOnBackPressedDispatcher().addCallback(
            this,
            new OnBackPressedCallback(true) {
                /** Goes back in the site; from its first page the app steps aside and stays as it is. */
                @Override
                public void handleOnBackPressed() {
                    WebView webView = bridge == null ? null : bridge.getWebView();
                    if (webView != null && webView.canGoBack()) webView.goBack();
                    else moveTaskToBack(true);
                }
            }
        );
    }
}
